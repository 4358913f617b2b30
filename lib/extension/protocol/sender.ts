/** Who sent a message or opened a port, as the browser says it; a sender cannot choose any of it. */
export interface MessageSender {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly origin?: string | undefined;
  readonly frameId?: number | undefined;
  readonly tab?: { readonly id?: number | undefined } | undefined;
}

/** This extension, as the browser names it. */
export interface OwnExtension {
  readonly id: string;
  /** `chrome-extension://…` or `moz-extension://…`, without a slash at its end. */
  readonly origin: string;
  readonly popupPath: string;
}

/**
 * Whether the sender is one of the extension's own pages, or its background.
 * A content script has the extension's id too, but the URL and the origin of the page that it runs in.
 */
export function isOwnPage({ id, url, origin }: MessageSender, own: OwnExtension): boolean {
  if (id !== own.id || url === undefined) return false;
  if (origin !== undefined && origin !== own.origin) return false;
  return url.startsWith(`${own.origin}/`);
}

/** Whether the sender is the popup: the only page that may read a token. */
export function isPopup(sender: MessageSender, own: OwnExtension): boolean {
  return isOwnPage(sender, own) && new URL(sender.url ?? '').pathname === own.popupPath;
}

/** The tab of a relay, or `null` if the sender is not a content script of this extension. */
export function relayTabOf(sender: MessageSender, own: OwnExtension): number | null {
  if (sender.id !== own.id || isOwnPage(sender, own)) return null;
  return sender.tab?.id ?? null;
}
