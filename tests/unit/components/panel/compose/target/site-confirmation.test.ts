import { describe, expect, it, vi } from 'vitest';
import { confirmedSitesSetting } from '#components/panel/compose/compose-settings.ts';
import { confirmSite, resolvePageTarget } from '#components/panel/compose/target/site-confirmation.ts';
import { siteQuestionStore } from '#components/panel/compose/target/site-question.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import type { WatchedFrame } from '#core/journey/watched-frame';
import { createTestStores } from '#tests/fixtures/panel-stores';
import { eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const topFrame = { frameId: 0, url: 'http://localhost:4173/', documentId: 'top', title: '', sdks: [] };
const sdks = [{ global: '$t', generation: '2.x' }] as const;

function openFrame(frame: Omit<WatchedFrame, 'title' | 'sdks' | 'frameId'>) {
  const { stores } = createTestStores();
  const live = stores.get(liveListStore);
  const show = (documentId: string) =>
    live.get(listFrames).set([topFrame, { ...frame, documentId, frameId: 1, title: '', sdks }]);
  show(frame.documentId);
  const question = stores.get(siteQuestionStore);
  const fire = () => {
    const onConfirmed = vi.fn();
    confirmSite(stores, resolvePageTarget, onConfirmed);
    return onConfirmed;
  };
  return { stores, question, show, fire };
}

describe('a frame whose URL has no host', () => {
  it.each([
    ['about:srcdoc', 'https://player.example'],
    ['about:blank', 'https://player.example'],
    ['blob:https://player.example/5f0c', 'https://player.example'],
  ])('firing into %s asks for a confirmation of the site of its origin', (url, origin) => {
    const { question, fire } = openFrame({ url, origin, documentId: 'inner' });
    expect(fire()).not.toHaveBeenCalled();
    expect(question.value).toMatchObject({ site: 'player.example', isOpaque: false });
  });

  it('firing into about:srcdoc of a page on localhost needs no confirmation', () => {
    const { fire } = openFrame({ url: 'about:srcdoc', origin: 'http://localhost:4173', documentId: 'inner' });
    expect(fire()).toHaveBeenCalledOnce();
  });

  it.each([
    ['about:srcdoc', 'null'],
    ['data:text/html,<p>', 'null'],
    ['about:blank', undefined],
  ])('firing into %s with the origin %s asks for a confirmation once per document', (url, origin) => {
    const { stores, question, show, fire } = openFrame({ url, origin, documentId: 'first' });
    const onConfirmed = fire();
    expect(question.value).toMatchObject({ site: url, isOpaque: true });
    question.value?.onConfirm();
    expect(onConfirmed).toHaveBeenCalledOnce();
    expect(fire()).toHaveBeenCalledOnce();
    show('second');
    expect(fire()).not.toHaveBeenCalled();
    expect(stores.get(confirmedSitesSetting).value).toEqual([]);
  });
});

it('the confirmation names the channel and the endpoint of the frame that is fired in, also after a change of its route', () => {
  const frameOf = (frameId: number, site: string, path = '/') => ({ frameId, url: `https://${site}.example${path}` });
  const recordOfFrame = (row: number, site: string, frame: ReturnType<typeof frameOf>) =>
    recordOf(row, {
      frame,
      event: eventOf({ json: { eid: 'INTERACT', context: { channel: `${site}-channel` } } }),
      requests: [
        requestOf({ url: `https://${site}.example/telemetry` }),
        requestOf({ url: 'https://fired.example/', transport: 'extension' }),
      ],
    });
  const { stores, question, fire } = openFrame({ url: 'https://player.example/lesson', documentId: 'inner' });
  const { records } = stores.get(liveListStore);
  records.apply([
    recordOfFrame(1, 'player', frameOf(1, 'player')),
    recordOfFrame(2, 'portal', frameOf(0, 'portal')),
    recordOfFrame(3, 'earlier', frameOf(1, 'earlier')),
  ]);
  fire();
  expect(question.value).toMatchObject({
    site: 'player.example',
    channel: 'player-channel',
    endpoint: 'https://player.example/telemetry',
  });
});
