// Requests to show another node of the record: one at a time, and always the newest.

/** What `Going` needs of the connection: it sends a request to show a node, and returns the request's number. */
export type SendGo = (node: number) => number;

/**
 * Holds a request back while the answer to the last one is on its way. A newer request replaces the one that is held
 * back, so that a key that is held down asks for no more positions than the server can show.
 */
export class Going {
  private asked: { node: number; request: number } | null = null;
  private held: number | null = null;

  constructor(private readonly sendGo: SendGo) {}

  /** The node that will be shown when all answers are there; null if no answer is awaited. */
  get target(): number | null {
    return this.held ?? this.asked?.node ?? null;
  }

  /** Asks for a node, now or when the last request is answered. Returns the number of the last request. */
  go(node: number): number {
    if (this.asked) this.held = node;
    else this.ask(node);
    return this.asked?.request ?? 0;
  }

  /** Sends what is held back, because another request is about to be sent that belongs to that node. */
  flush(): void {
    if (this.held !== null) this.ask(this.held);
  }

  /** The server shows a node. */
  arrived(node: number): void {
    if (node !== this.asked?.node) return;
    const next = this.held;
    this.forget();
    if (next !== null && next !== node) this.ask(next);
  }

  /** The server has refused a request. */
  refused(request: number): void {
    if (request === this.asked?.request) this.forget();
  }

  /** Awaits no answer any more: another game is shown, or the connection is new. */
  forget(): void {
    this.asked = null;
    this.held = null;
  }

  private ask(node: number): void {
    const request = this.sendGo(node);
    this.held = null;
    this.asked = request === 0 ? null : { node, request };
  }
}
