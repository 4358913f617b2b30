import { readSiteFile } from '../assets';
import { sdkPages, sdkVersions } from '../sdk-pages';

export interface PageContent {
  readonly title: string;
  readonly main: string;
  /** Script elements and other things at the end of the body. */
  readonly end?: string;
  readonly bodyClass?: string;
}

/** Returns the whole document around a page's content. */
export async function shell({ title, main, end = '', bodyClass = '' }: PageContent): Promise<string> {
  const logo = await readSiteFile('./art/logo.svg');
  const lessons = sdkVersions.map((version) => `<a href="${sdkPages[version].path}">SDK ${version}</a>`).join('');
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${title} · Rainbook</title>
  <link rel="icon" href="/favicon.svg">
  <link rel="stylesheet" href="/style.css">
</head>
<body class="${bodyClass}">
<header class="top"><a class="brand" href="/">${logo}Rainbook</a><nav aria-label="Pages">${lessons}<a href="/frame/">Frames</a><a href="/start-as-config/">START as config</a><a href="/player-summary/">Player summary</a><a href="/blank/">No SDK</a></nav></header>
<main>${main}</main>
${end}
</body>
</html>
`;
}
