// The line to the server: a stream while it holds, questions every few seconds while it does not.
import type { Piece, State, Versions } from "./tabs";

const SILENT = 35_000; // the server says something every 15 s
const PATIENCE = 4000;
const ASK = 4000;
const AGAIN = 20_000;
const WATCH = 1000;

export interface Ends {
  versions: () => Versions;
  state: (state: State) => void;
  piece: (piece: Piece) => void;
}

export class Line {
  private stream: EventSource | null = null;
  private heard = 0;
  private broke = 0;
  private asked = 0;
  private tried = 0;
  private timer = 0;
  private asking = false;
  private tag = "";
  private address = "";
  private readonly refused = new Set<string>();

  constructor(
    private readonly language: string,
    private readonly ends: Ends,
  ) {}

  open(): void {
    if (this.timer !== 0) return;
    this.refused.clear();
    this.timer = window.setInterval(() => this.watch(), WATCH);
    this.connect();
  }

  close(): void {
    window.clearInterval(this.timer);
    this.timer = 0;
    this.drop();
  }

  // For other topics, or for somebody else who has signed in.
  renew(): void {
    this.refused.clear();
    this.connect();
  }

  connect(): void {
    if (this.timer === 0) return;
    this.drop();
    const query = this.query();
    if (query === "") return;
    this.heard = this.tried = Date.now();
    const stream = new EventSource(`/events/?${query}`);
    this.stream = stream;
    stream.addEventListener("open", () => this.holds(stream));
    stream.addEventListener("beat", () => this.holds(stream));
    stream.addEventListener("news", (event: MessageEvent<string>) => {
      this.holds(stream);
      this.ends.piece(JSON.parse(event.data) as Piece);
    });
    stream.addEventListener("refused", (event: MessageEvent<string>) => this.refused.add(event.data));
    stream.addEventListener("error", () => this.fails(stream));
  }

  private holds(stream: EventSource): void {
    if (stream !== this.stream) return;
    this.heard = Date.now();
    this.broke = 0;
    this.ends.state("live");
  }

  // The browser tries again by itself; for a while it is left to do so.
  private fails(stream: EventSource): void {
    if (stream !== this.stream) return;
    if (this.broke === 0) {
      this.broke = Date.now();
      this.ends.state("lost");
    }
    if (stream.readyState === EventSource.CLOSED) this.drop();
  }

  private drop(): void {
    this.stream?.close();
    this.stream = null;
  }

  // By the clock on the wall: timers stand still while a computer sleeps, and a line may have died meanwhile.
  private watch(): void {
    const now = Date.now();
    if (this.stream !== null && this.broke === 0 && now - this.heard > SILENT) this.connect();
    if (this.stream !== null && this.broke !== 0 && now - Math.max(this.broke, this.tried) > PATIENCE) this.drop();
    if (this.stream !== null) return;
    if (this.broke === 0) this.broke = now;
    if (now - this.tried > AGAIN) this.connect();
    else if (now - this.asked > ASK && !this.asking) void this.ask();
  }

  private async ask(): Promise<void> {
    const query = this.query();
    if (query === "") return;
    this.asking = true;
    this.asked = Date.now();
    try {
      const same = query === this.address && this.tag !== "";
      const answer = await fetch(`/events/poll?${query}`, {
        cache: "no-store",
        headers: same ? { "If-None-Match": this.tag } : {},
      });
      this.address = query;
      if (answer.status === 403) for (const topic of Object.keys(this.ends.versions())) this.refused.add(topic);
      if (answer.status === 200) {
        this.tag = answer.headers.get("ETag") ?? "";
        const told = (await answer.json()) as { news: Piece[]; refused: string[] };
        for (const piece of told.news) this.ends.piece(piece);
        for (const topic of told.refused) this.refused.add(topic);
      }
      if (this.stream === null) this.ends.state(stateOf(answer.status));
    } catch {
      if (this.stream === null) this.ends.state("lost");
    } finally {
      this.asking = false;
    }
  }

  private query(): string {
    const versions = this.ends.versions();
    const topics = Object.keys(versions)
      .filter((topic) => !this.refused.has(topic))
      .sort()
      .slice(0, 20);
    if (topics.length === 0) return "";
    const query = new URLSearchParams(topics.map((topic) => ["topic", topic]));
    query.set("language", this.language);
    query.set("since", topics.map((topic) => versions[topic]).join("."));
    return query.toString();
  }
}

function stateOf(status: number): State {
  if (status === 403) return "off";
  return status === 200 || status === 304 ? "asking" : "lost";
}
