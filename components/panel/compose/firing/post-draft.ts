import type { CollectorActions } from '#components/panel/app/panel-actions.ts';
import type { PanelModel } from '#components/panel/shell/panel-model.ts';
import { headersOf, sendsToken, withPosted } from '../target/delivery-settings';

/** Posts the open draft to the collector, as often as one wants. To be called within a click: access may be asked for. */
export async function postDraft({ compose, entity }: PanelModel, collector: CollectorActions): Promise<void> {
  const { out, posting, times } = compose;
  const volley = compose.volley();
  if (!volley || posting.progress.peek()) return;
  const count = times.read();
  if (count === null) return;
  const { endpoint, headers } = out.peek();
  const url = endpoint.trim();
  const sessionId = sendsToken(out.peek()) ? (entity.peek()?.sessionId ?? null) : null;
  await collector.askAccess(url);
  out.value = withPosted(out.peek());
  const next = () => ({
    requestId: crypto.randomUUID(),
    kind: volley.kind,
    post: { url, headers: headersOf(headers), body: volley.next(), sessionId },
  });
  await posting.post(count, next, collector.send, collector.witness);
}
