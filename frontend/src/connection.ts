// One WebSocket to the server, opened again whenever it closes.

import type { Answer, Request } from "./messages";

/** How the connection is. */
export type Link =
  | { kind: "connecting" }
  | { kind: "open" }
  /** Lost; the next attempt is at `retryAt`, in milliseconds since 1970. */
  | { kind: "lost"; retryAt: number }
  /** The server does not want this page: a wrong token, or too many pages. */
  | { kind: "refused"; text: string };

interface Callbacks {
  /** Returns the first message of every connection. */
  hello: () => Request;
  receive: (answer: Answer) => void;
  changed: (link: Link) => void;
}

const FIRST_DELAY = 500; // milliseconds
const LONGEST_DELAY = 10_000;

/** Returns the milliseconds to wait before an attempt: each time twice as long, up to ten seconds. */
export function delayBefore(attempt: number): number {
  return Math.min(FIRST_DELAY * 2 ** attempt, LONGEST_DELAY);
}

/** Returns the address of the socket, beside that of the page. */
export function socketAddress(page: string): string {
  const address = new URL("socket", page);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  address.hash = "";
  address.search = "";
  return address.href;
}

export class Connection {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private requests = 0;
  private refusal: string | null = null;

  constructor(private readonly callbacks: Callbacks) {}

  open(): void {
    this.callbacks.changed({ kind: "connecting" });
    const socket = new WebSocket(socketAddress(location.href));
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.send(this.callbacks.hello());
    });
    socket.addEventListener("message", (event) => this.take(JSON.parse(String(event.data)) as Answer));
    socket.addEventListener("close", () => this.closed(socket));
  }

  /** Sends a request and returns its number; 0 if there is no connection. */
  send(request: Request): number {
    if (this.socket?.readyState !== WebSocket.OPEN) return 0;
    this.requests += 1;
    this.socket.send(JSON.stringify({ ...request, request: this.requests }));
    return this.requests;
  }

  private take(answer: Answer): void {
    if (answer.type === "welcome") {
      this.attempt = 0;
      this.callbacks.changed({ kind: "open" });
    }
    if (answer.type === "problem" && answer.is_fatal) this.refusal = answer.text;
    this.callbacks.receive(answer);
  }

  private closed(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.socket = null;
    if (this.refusal !== null) {
      this.callbacks.changed({ kind: "refused", text: this.refusal });
      return;
    }
    const delay = delayBefore(this.attempt);
    this.attempt += 1;
    this.callbacks.changed({ kind: "lost", retryAt: Date.now() + delay });
    setTimeout(() => this.open(), delay);
  }
}
