import { pluralize } from '#core/telemetry/wording';
import type { WatchedReach } from './watched-contexts';

/** Says why a test saw no event. */
export function explainEmpty({ urls, otherPages, serviceWorkers }: WatchedReach, sdks: number): readonly string[] {
  const [url] = urls;
  const pages = urls.length > 1 ? `${url} and ${pluralize(urls.length - 1, 'other page')}` : url;
  return [
    ...(url === undefined ? ['No page is open in a watched context.'] : []),
    ...(url !== undefined && sdks === 0 ? [`No telemetry SDK was found on ${pages}.`] : []),
    ...(url !== undefined && sdks > 0
      ? [`${pages}: the SDK was found, but not called since the test began or clear().`]
      : []),
    ...(otherPages > 0
      ? [
          `${pluralize(otherPages, 'page')} of another context not watched: call telemetry.attach(context) before it opens one.`,
        ]
      : []),
    ...(serviceWorkers > 0
      ? ["What a service worker sends by itself is not seen. Block it: test.use({ serviceWorkers: 'block' })."]
      : []),
  ];
}
