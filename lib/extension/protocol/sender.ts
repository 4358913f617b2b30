/** The sender of a message or a port, as the browser reports it. A sender cannot forge these values. */
export interface MessageSender {
  readonly id?: string | undefined;
  readonly url?: string | undefined;
  readonly origin?: string | undefined;
  readonly frameId?: number | undefined;
  readonly tab?: { readonly id?: number | undefined } | undefined;
}

/** Id and URLs of this extension, as the browser reports them. */
export interface OwnExtension {
  readonly id: string;
  /** `chrome-extension://…` or `moz-extension://…`, without a trailing slash. */
  readonly origin: string;
  readonly popupPath: string;
}

/**
 * Whether the sender is one of the extension's own pages, or its background.
 * A content script also has the extension's id, but the URL and the origin of its page.
 */
export function isExtensionPage({ id, url, origin }: MessageSender, extension: OwnExtension): boolean {
  if (id !== extension.id || url === undefined) return false;
  if (origin !== undefined && origin !== extension.origin) return false;
  return url.startsWith(`${extension.origin}/`);
}

/** Whether the sender is the popup, the only page that may read a token. */
export function isPopup(sender: MessageSender, extension: OwnExtension): boolean {
  return isExtensionPage(sender, extension) && new URL(sender.url ?? '').pathname === extension.popupPath;
}

/** Returns the tab id of a relay, or `null` if the sender is not a content script of this extension. */
export function relayTabOf(sender: MessageSender, extension: OwnExtension): number | null {
  if (sender.id !== extension.id || isExtensionPage(sender, extension)) return null;
  return sender.tab?.id ?? null;
}
