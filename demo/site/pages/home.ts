import { readSiteFile } from '../assets';
import { shell } from './shell';

const cards = [
  {
    href: '/sdk-2.0.1/',
    title: 'The water cycle, SDK 2.0.1',
    text: 'A careful site: calls as the definition says, with four slips.',
  },
  {
    href: '/sdk-1.3.0/',
    title: 'The water cycle, SDK 1.3.0',
    text: 'A typical site: jQuery, and the habits of most public portals.',
  },
  { href: '/frame/', title: 'Both, in frames', text: 'A portal page with two players, each with an SDK of its own.' },
  {
    href: '/start-as-config/',
    title: 'START as config',
    text: 'A session that no report has: its START leaves without edata.',
  },
  {
    href: '/player-summary/',
    title: 'Player summary',
    text: 'A session with wrong numbers: 12 seconds for 3 minutes.',
  },
  {
    href: '/blank/',
    title: 'A page without an SDK',
    text: 'To see what the tool says where there is nothing to watch.',
  },
];

/** Returns the home page, which lists the lessons. */
export async function homePage(): Promise<string> {
  const scene = await readSiteFile('./art/water-cycle.svg');
  const list = cards
    .map(
      ({ href, title, text }) =>
        `<li><a class="card" href="${href}"><strong>${title}</strong><span>${text}</span></a></li>`,
    )
    .join('');
  return shell({
    title: 'Lessons',
    main: `<section class="hero"><div><h1>Where does the rain come from?</h1>
      <p>One short lesson, on two real telemetry SDKs. Open DevTools at the Telemetry V3 panel, then open a lesson.</p>
      <p><a class="button primary" href="/sdk-2.0.1/">Open the lesson</a></p></div>${scene}</section>
      <ul class="cards">${list}</ul>`,
  });
}
