import { randomUUID } from 'node:crypto';
import { type SessionSiteId, sessionSites } from '../lesson/session-sites';
import { sdkPages } from '../sdk-pages';
import { shell } from './shell';

/** Returns a page that plays one user session on SDK 2.0.1. Each load is the session of a new device. */
export function sessionPage(id: SessionSiteId, collectorUrl: string): Promise<string> {
  const { title, lead, steps } = sessionSites[id];
  const { config, scripts } = sdkPages['2.0.1'];
  const sessionConfig = { did: `demo-device-${randomUUID().slice(0, 8)}`, sid: randomUUID(), batchsize: 1 };
  const settings = JSON.stringify({ site: id, config: { ...config(collectorUrl), ...sessionConfig } });
  const buttons = steps.map(
    ({ button }) => `<button class="button" type="button" data-step disabled>${button}</button>`,
  );
  const minutes = Math.round(steps.reduce((sum, { seconds }) => sum + seconds, 0) / 60);
  return shell({
    title,
    bodyClass: 'lesson',
    main: `<article><header><p class="kicker">User sessions · SDK 2.0.1</p><h1>${title}</h1><p class="lead">${lead}</p>
      <p>This page has a clock of its own. It stands still between the steps and moves on with each: ${minutes} minutes pass in a moment, and end now.</p>
      <p class="row"><button class="button primary" id="play" type="button">Play the whole session</button></p></header>
      <section class="box"><h2>Step by step</h2><p class="row">${buttons.join('')}</p></section><p id="status" role="status">Ready.</p></article>
      <aside aria-labelledby="log-title"><h2 id="log-title">What this page just did</h2><p id="log-count" class="muted">0 calls</p><ol id="log"></ol></aside>`,
    end: `<script type="application/json" id="settings">${settings.replaceAll('<', '\\u003c')}</script>
${scripts.map((source) => `<script src="${source}"></script>`).join('\n')}
<script type="module" src="/modules/scripts/session-page"></script>`,
  });
}
