/** A connection to a panel, as the browser gives it. */
export interface PanelPort {
  post(message: unknown): void;
  onMessage(receive: (message: unknown) => void): void;
  onDisconnect(gone: () => void): void;
  close(): void;
}
