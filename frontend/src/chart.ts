// Draws the charts of a page from the tables that stand beside them, so that both say the same. Loaded only where
// there is one. The arrows go from point to point, which a reader who listens hears as the row of the table says it.
import uPlot from "uplot";

type Point = { x: number; y: number; text: string };

function start(): void {
  drawAll();
  document.addEventListener("htmx:afterSettle", drawAll);
}

function drawAll(): void {
  for (const figure of document.querySelectorAll<HTMLElement>("figure.chart:not(.drawn)")) draw(figure);
}

function draw(figure: HTMLElement): void {
  const plot = figure.querySelector<HTMLElement>(".plot");
  const points = [...figure.querySelectorAll<HTMLTableRowElement>("tr[data-x]")].map((row): Point => ({
    x: Number(row.dataset.x),
    y: Number(row.dataset.y),
    text: [...row.cells].map((cell) => cell.textContent?.trim()).join(": "),
  }));
  if (!plot || points.length < 2 || points.some(({ x, y }) => Number.isNaN(x) || Number.isNaN(y))) return;
  figure.classList.add("drawn");
  let chart = build(figure, plot, points);
  const again = (): void => {
    chart.destroy();
    chart = build(figure, plot, points);
  };
  new ResizeObserver(() => {
    if (plot.clientWidth > 0) chart.setSize({ width: plot.clientWidth, height: chart.height });
  }).observe(plot);
  // The theme changes by the switch of the page or by the system.
  new MutationObserver(again).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  walk(figure, plot, points, () => chart);
}

function build(figure: HTMLElement, plot: HTMLElement, points: Point[]): uPlot {
  const style = getComputedStyle(figure);
  const [ink, muted, line, accent] = ["--ink", "--muted", "--line", "--accent"].map((name) =>
    style.getPropertyValue(name).trim(),
  );
  const spoken = document.documentElement.lang;
  const days = new Intl.DateTimeFormat(spoken, { year: "numeric", month: "short", timeZone: "UTC" });
  const numbers = new Intl.NumberFormat(spoken, { useGrouping: false });
  const axis = { stroke: muted!, grid: { stroke: line!, width: 1 }, ticks: { show: false }, font: `13px ${style.fontFamily}` };
  return new uPlot(
    {
      width: plot.clientWidth,
      height: 240,
      tzDate: (at) => uPlot.tzDate(new Date(at * 1000), "UTC"),
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, y: false, points: { fill: accent!, size: 9 } },
      axes: [
        { ...axis, space: 80, values: (_, marks) => marks.map((at) => days.format(at * 1000)) },
        { ...axis, size: 56, values: (_, marks) => marks.map((each) => numbers.format(each).replace("-", "\u2212")) },
      ],
      series: [{}, { stroke: ink!, width: 1.5, points: { size: 5, fill: ink! } }],
      hooks: {
        setCursor: [
          ({ cursor }) => {
            if (typeof cursor.idx === "number") tell(figure, plot, points, cursor.idx);
          },
        ],
      },
    },
    [points.map(({ x }) => x), points.map(({ y }) => y)],
    plot,
  );
}

function tell(figure: HTMLElement, plot: HTMLElement, points: Point[], at: number): void {
  const text = points[at]?.text ?? "";
  const shown = figure.querySelector(".at");
  if (shown) shown.textContent = text;
  plot.setAttribute("aria-valuenow", String(at + 1));
  plot.setAttribute("aria-valuetext", text);
}

function walk(figure: HTMLElement, plot: HTMLElement, points: Point[], chart: () => uPlot): void {
  let at = points.length - 1;
  plot.tabIndex = 0;
  plot.setAttribute("role", "slider");
  plot.setAttribute("aria-valuemin", "1");
  plot.setAttribute("aria-valuemax", String(points.length));
  tell(figure, plot, points, at);
  plot.addEventListener("keydown", (event) => {
    const next = { ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1, Home: 0, End: points.length - 1 }[
      event.key
    ];
    const point = points[next ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    if (!point) return;
    at = next;
    const drawn = chart();
    drawn.setCursor({ left: drawn.valToPos(point.x, "x"), top: drawn.valToPos(point.y, "y") });
    tell(figure, plot, points, at);
  });
}

start();
