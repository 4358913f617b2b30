import { type SessionSiteId, sessionSites } from '../lesson/session-sites';
import { sdkPages, sdkVersions } from '../sdk-pages';
import { homePage } from './home';
import { lessonPage } from './lesson';
import { blankPage, framePage } from './other';
import { sessionPage } from './session';

type RenderPage = (collectorUrl: string) => Promise<string> | string;

const pages: Readonly<Record<string, RenderPage>> = {
  '/': homePage,
  '/blank/': blankPage,
  '/frame/': framePage,
  ...Object.fromEntries(
    sdkVersions.map((version) => [
      sdkPages[version].path,
      (collectorUrl: string) => lessonPage(sdkPages[version], collectorUrl),
    ]),
  ),
  ...Object.fromEntries(
    (Object.keys(sessionSites) as SessionSiteId[]).map((id) => [
      `/${id}/`,
      (collectorUrl: string) => sessionPage(id, collectorUrl),
    ]),
  ),
};

/** Returns the HTML of the page at a path, or null if there is none. */
export async function findPage(path: string, collectorUrl: string): Promise<string | null> {
  const render = Object.hasOwn(pages, path) ? pages[path] : undefined;
  return render ? render(collectorUrl) : null;
}
