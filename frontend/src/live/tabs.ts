// The tabs of one browser that are open in one language choose the one that holds the connection, over a
// BroadcastChannel and nothing else: in a plain LAN there are no locks and no service worker.
// Whoever speaks last leads nobody: of two leaders the one with the smaller name stays.

const BEAT = 1000;
const SILENCE = 3200;
const LEASE = 12_000;

export type Versions = Record<string, number>;
export type State = "live" | "lost" | "asking" | "off";
export interface Piece {
  topic: string;
  version: number;
  html: string;
}

type Message =
  | { kind: "hello"; from: string; versions: Versions }
  | { kind: "beat"; from: string; state: State }
  | { kind: "piece"; from: string; piece: Piece }
  | { kind: "bye"; from: string };

export interface Tab {
  versions: () => Versions;
  lead: () => void;
  follow: () => void;
  wanted: () => void;
  shown: (state: State) => void;
  take: (piece: Piece) => void;
}

export class Tabs {
  private readonly name = random();
  private readonly channel: BroadcastChannel | null;
  private readonly others = new Map<string, { versions: Versions; heard: number }>();
  private leader = "";
  private heard = 0;
  private spoken = 0;
  private timer = 0;
  private state: State = "lost";

  constructor(
    channel: string,
    private readonly tab: Tab,
  ) {
    this.channel = "BroadcastChannel" in window ? new BroadcastChannel(channel) : null;
    this.channel?.addEventListener("message", (event: MessageEvent<Message>) => this.hear(event.data));
  }

  get leads(): boolean {
    return this.leader === this.name;
  }

  // Whoever is there answers a greeting at once; after a moment of silence there is nobody.
  join(): void {
    if (this.timer !== 0) return;
    this.leader = "";
    this.greet();
    this.heard = Date.now() - SILENCE + (this.channel ? 150 + Math.random() * 200 : 0);
    this.timer = window.setInterval(() => this.tick(), 100);
  }

  leave(): void {
    if (this.timer === 0) return;
    window.clearInterval(this.timer);
    this.timer = 0;
    this.say({ kind: "bye", from: this.name });
    const led = this.leads;
    this.leader = "";
    this.others.clear();
    if (led) this.tab.follow();
  }

  // What all tabs together want, each topic at the oldest version that one of them shows.
  union(): Versions {
    const all: Versions = { ...this.tab.versions() };
    for (const { versions } of this.others.values())
      for (const [topic, version] of Object.entries(versions)) all[topic] = Math.min(all[topic] ?? version, version);
    return all;
  }

  tell(state: State): void {
    this.state = state;
    this.tab.shown(state);
    this.beat();
  }

  spread(piece: Piece): void {
    this.say({ kind: "piece", from: this.name, piece });
    for (const { versions } of this.others.values())
      if (piece.topic in versions) versions[piece.topic] = piece.version;
    this.tab.take(piece);
  }

  private tick(): void {
    const now = Date.now();
    if (this.leads) {
      for (const [name, other] of this.others) if (now - other.heard > LEASE) this.others.delete(name);
      if (now - this.spoken >= BEAT) this.beat();
    } else if (now - this.heard > SILENCE + (this.leader === "" ? 0 : Math.random() * 800)) {
      this.leader = this.name;
      this.beat();
      this.tab.lead();
    } else if (now - this.spoken > LEASE / 3) {
      this.greet();
    }
  }

  private hear(message: Message): void {
    if (this.timer === 0 || message.from === this.name) return;
    if (message.kind === "beat") this.hearBeat(message.from, message.state);
    else if (message.kind === "bye") this.hearBye(message.from);
    else if (message.kind === "hello") this.hearHello(message.from, message.versions);
    else if (message.kind === "piece" && !this.leads) this.tab.take(message.piece);
  }

  private hearBeat(from: string, state: State): void {
    if (this.leads) {
      if (from > this.name) {
        this.beat();
        return;
      }
      this.others.clear();
      this.tab.follow();
    }
    const fresh = this.leader !== from;
    this.leader = from;
    this.heard = Date.now();
    this.tab.shown(state);
    if (fresh) this.greet();
  }

  private hearBye(from: string): void {
    this.others.delete(from);
    if (from === this.leader) {
      this.leader = "";
      this.heard = Date.now() - SILENCE + Math.random() * 200;
    }
  }

  private hearHello(from: string, versions: Versions): void {
    if (!this.leads) return;
    const known = this.others.get(from);
    const union = this.union();
    this.others.set(from, { versions, heard: Date.now() });
    if (known === undefined) this.beat();
    // a topic that nobody had wanted, or a page that is older than what was sent already
    if (Object.entries(versions).some(([topic, version]) => union[topic] === undefined || version < union[topic]))
      this.tab.wanted();
  }

  private greet(): void {
    this.spoken = Date.now();
    this.say({ kind: "hello", from: this.name, versions: this.tab.versions() });
  }

  private beat(): void {
    if (!this.leads) return;
    this.spoken = Date.now();
    this.say({ kind: "beat", from: this.name, state: this.state });
  }

  private say(message: Message): void {
    this.channel?.postMessage(message);
  }
}

function random(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
