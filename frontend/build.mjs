// Builds what the browser gets: src/*.ts and css/app.css into the web room's static/dist.
// The output is committed and CI compares it, so names are stable and nothing depends on the day or the machine.
import { build } from "esbuild";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "../src/fokozat/web/static/dist");
const fontsource = join(here, "node_modules/@fontsource-variable");

const shared = {
  absWorkingDir: here,
  outdir: dist,
  bundle: true,
  minify: true,
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
};

await rm(dist, { recursive: true, force: true });
await mkdir(join(dist, "fonts"), { recursive: true });
// theme.ts runs before the page is painted, chart.ts only where there is a chart, offline-worker.ts beside all pages.
await build({ ...shared, entryPoints: ["src/app.ts", "src/theme.ts", "src/chart.ts", "src/offline-worker.ts"], format: "iife", target: "es2020" });
await build({ ...shared, entryPoints: ["css/app.css", "css/chart.css"], external: ["*.woff2"], target: ["chrome105", "firefox121", "safari15.4"] });

for (const face of ["inter", "source-serif-4"]) {
  for (const letters of ["latin", "latin-ext"]) {
    const name = `${face}-${letters}-wght-normal.woff2`;
    await copyFile(join(fontsource, face, "files", name), join(dist, "fonts", name));
  }
  await copyFile(join(fontsource, face, "LICENSE"), join(dist, "fonts", `${face}-OFL.txt`));
}
await copyFile(join(here, "node_modules/htmx.org/LICENSE"), join(dist, "htmx-LICENSE.txt"));
await copyFile(join(here, "node_modules/uplot/LICENSE"), join(dist, "uplot-LICENSE.txt"));
await copyFile(join(here, "icons/fokozat.svg"), join(dist, "fokozat.svg"));
