import { sdkPages, sdkVersions } from '../sdk-pages';
import { shell } from './shell';

/** Returns a page that loads no SDK. */
export function blankPage(): Promise<string> {
  return shell({
    title: 'No SDK',
    main: '<section class="text"><h1>Nothing to watch here</h1><p>This page loads no telemetry SDK and calls nothing.</p></section>',
  });
}

/** Returns a portal page with one player per SDK, each in a frame. The page itself has no SDK. */
export function framePage(): Promise<string> {
  const players = sdkVersions
    .map(
      (version) =>
        `<figure><figcaption>SDK ${version}</figcaption><iframe title="SDK ${version}" src="${sdkPages[version].path}"></iframe></figure>`,
    )
    .join('');
  return shell({
    title: 'Frames',
    main: `<h1 class="slim">Two players on one page</h1><div class="players">${players}</div>`,
  });
}
