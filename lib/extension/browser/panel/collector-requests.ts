import { browser } from 'wxt/browser';
import { fail } from '#core/util/result';
import {
  type CollectorCancel,
  type CollectorMessage,
  collectorOutcomeSchema,
  type PostToCollector,
} from '#extension/protocol/collector-protocol';

/** Posts a batch through the background, from any of the extension's own pages. */
export const postToCollector: PostToCollector = async (post, cancelled) => {
  const postId = crypto.randomUUID();
  const giveUp = () => {
    const message: CollectorCancel = { type: 'collector-cancel', postId };
    browser.runtime.sendMessage(message).catch(() => undefined);
  };
  cancelled.addEventListener('abort', giveUp);
  try {
    const message: CollectorMessage = { type: 'collector', postId, post };
    return collectorOutcomeSchema.parse(await browser.runtime.sendMessage(message));
  } catch {
    // An extension that was reloaded or removed answers nothing to a panel of its former life.
    return fail({ reason: 'no-background', detail: '' });
  } finally {
    cancelled.removeEventListener('abort', giveUp);
  }
};
