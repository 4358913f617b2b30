import { readSiteFile } from '../assets';
import type { ActId } from '../lesson/act';
import { acts } from '../lesson/act';
import type { SdkPage } from '../sdk-pages';
import { shell } from './shell';

/** Returns the page of the lesson with one of the SDKs. Its own script starts after the SDK's. */
export async function lessonPage(page: SdkPage, collectorUrl: string): Promise<string> {
  const scene = await readSiteFile('./art/water-cycle.svg');
  const settings = JSON.stringify({ sdk: page.version, config: page.config(collectorUrl) });
  const scripts = page.scripts.map((source) => `<script src="${source}"></script>`).join('\n');
  return shell({
    title: `The water cycle, SDK ${page.version}`,
    bodyClass: 'lesson',
    main: `<article>${opening(page)}${scene}<p id="status" role="status">Ready.</p>${reading()}${practice()}${after()}</article>${log()}`,
    end: `<script type="application/json" id="settings">${settings.replaceAll('<', '\\u003c')}</script>
${scripts}
<script type="module" src="/modules/scripts/page"></script>`,
  });
}

function opening(page: SdkPage): string {
  return `<header><p class="kicker">Science, class 6 · SDK ${page.version}</p><h1>The water cycle</h1>
    <p class="lead">The water in your glass was once in the sea, in a cloud and in a river. Follow one drop on its way.</p>
    <p class="row">${button('begin', 'primary')}<button class="button" id="play" type="button">Play the whole lesson</button></p></header>`;
}

function reading(): string {
  return `<section class="columns"><div><h2>Up</h2><p>The sun warms the sea. Drop by drop, water turns into vapour that nobody sees. This is <b>evaporation</b>.</p></div>
    <div class="page-two"><h2>And down again</h2><p>High up it is cold. Vapour becomes a cloud: <b>condensation</b>. When drops grow heavy they fall: <b>precipitation</b>.</p></div></section>
    <p class="row">${button('next')}${button('hint')}${button('move')}${button('listen')}${button('rain')}${button('pause')}${button('video')}</p>`;
}

function practice(): string {
  const terms = ['evaporation', 'condensation', 'precipitation'];
  const choices = terms
    .map(
      (answer) =>
        `<label><input type="radio" name="answer" value="${answer}"${checkedIf(answer === 'condensation')}> ${answer}</label>`,
    )
    .join('');
  return `<section class="box"><h2>What turns vapour into a cloud?</h2><div class="choices" role="radiogroup" aria-label="Answer">${choices}</div><p class="row">${button('answer')}</p></section>`;
}

function after(): string {
  const stars = [1, 2, 3, 4, 5]
    .map((star) => `<label><input type="radio" name="rating" value="${star}"${checkedIf(star === 4)}> ${star}</label>`)
    .join('');
  return `<section class="columns"><div class="box"><h2>More lessons</h2><form id="search" role="search"><label class="field">Search the library<input id="query" type="search" value="जल चक्र"></label>${button('search')}</form></div>
    <div class="box"><h2>How was it?</h2><div class="choices" role="radiogroup" aria-label="Stars">${stars}</div><p class="row">${button('rate')}</p></div></section>
    <p class="row">${button('share')}${button('learned')}${button('numbers')}${button('portfolio')}${button('finish', 'primary')}</p>`;
}

function log(): string {
  return '<aside aria-labelledby="log-title"><h2 id="log-title">What this page just did</h2><p id="log-count" class="muted">0 calls</p><ol id="log"></ol></aside>';
}

function button(id: ActId, className = ''): string {
  const name = acts.find((act) => act.id === id)?.button ?? id;
  return `<button class="button ${className}" type="${id === 'search' ? 'submit' : 'button'}" data-act="${id}">${name}</button>`;
}

function checkedIf(condition: boolean): string {
  return condition ? ' checked' : '';
}
