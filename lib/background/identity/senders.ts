/** Who sent a message, as the browser says it; a sender cannot choose any of it. */
export interface MessageSender {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly origin?: string | undefined;
}

/** This extension, as the browser names it. */
export interface OwnExtension {
  readonly id: string;
  /** `chrome-extension://…` or `moz-extension://…`, without a slash at its end. */
  readonly origin: string;
  readonly popupPath: string;
}

/**
 * Whether one of the extension's own pages asks. A content script has the extension's id too, but the address of the
 * page that it is in.
 */
export function isOwnPage({ id, url, origin }: MessageSender, own: OwnExtension): boolean {
  if (id !== own.id || url === undefined) return false;
  if (origin !== undefined && origin !== own.origin) return false;
  return url.startsWith(`${own.origin}/`);
}

/** Whether the popup asks: the one place where a person asks for a token. */
export function isPopup(sender: MessageSender, own: OwnExtension): boolean {
  return isOwnPage(sender, own) && new URL(sender.url ?? '').pathname === own.popupPath;
}
