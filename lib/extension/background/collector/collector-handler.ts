import { REFUSED } from '#extension/background/identity/identity-handler';
import {
  type CollectorOutcome,
  type CollectorPost,
  collectorCancelSchema,
  collectorMessageSchema,
  collectorPostSchema,
} from '#extension/protocol/collector-protocol';
import { isOwnPage, type MessageSender, type OwnExtension } from '#extension/protocol/sender';

type Post = (asked: CollectorPost, cancelled: AbortSignal) => Promise<CollectorOutcome>;

/** Answers posts to a collector, for the extension's own pages alone. `undefined` for any other message, at once. */
export function createCollectorAnswering(post: Post, own: OwnExtension) {
  const running = new Map<string, AbortController>();

  async function answer(postId: string, asked: CollectorPost): Promise<CollectorOutcome> {
    const controller = new AbortController();
    running.set(postId, controller);
    try {
      return await post(asked, controller.signal);
    } finally {
      running.delete(postId);
    }
  }

  return (message: unknown, sender: MessageSender): Promise<unknown> | undefined => {
    const cancel = collectorCancelSchema.safeParse(message);
    if (cancel.success) {
      if (!isOwnPage(sender, own)) return Promise.resolve(REFUSED);
      running.get(cancel.data.postId)?.abort();
      return Promise.resolve(null);
    }
    const parsed = collectorMessageSchema.safeParse(message);
    if (!parsed.success) return undefined;
    const asked = collectorPostSchema.safeParse(parsed.data.post);
    if (!isOwnPage(sender, own) || !asked.success) return Promise.resolve(REFUSED);
    return answer(parsed.data.postId, asked.data);
  };
}
