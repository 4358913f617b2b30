import { sdkPages, sdkVersions } from '../sdk-pages';
import { shell } from './shell';

/** A page that loads no SDK at all. */
export function blankPage(): Promise<string> {
  return shell({
    title: 'No SDK',
    main: '<section class="text"><h1>Nothing to watch here</h1><p>This page loads no telemetry SDK and calls nothing.</p></section>',
  });
}

/** A portal page with a player per SDK, each in a frame of its own. The page itself has no SDK. */
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
