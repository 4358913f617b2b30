import { Icon } from '#components/kit/Icon.tsx';
import { useDropdown } from '#components/kit/use-dropdown.ts';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { type CopyFormat, copyFormats, formatDraftAs } from '#core/drafts/copy-as';
import { i18n } from '#i18n';
import { composeStore } from './compose-state';
import type { Draft } from './draft/composer';
import { canSendToken, parseRequestHeaders } from './target/delivery-settings';
import '#components/kit/theme/saved-list.css';

const labels = (): Readonly<Record<CopyFormat, string>> => ({
  sdk: i18n.t('compose.copyAs.sdk'),
  curl: 'curl',
  fetch: 'fetch',
  playwright: i18n.t('compose.copyAs.playwright'),
});

/** Copies the draft as code that fires the same event. */
export function CopyAs({ draft }: { readonly draft: Draft }) {
  const { commands } = useApp();
  const compose = useStore(composeStore);
  const frames = useStore(liveListStore).get(listFrames);
  const { isOpen, toggle, close, container } = useDropdown();
  const copy = (format: CopyFormat) => {
    const parsed = draft.parsed.value;
    const body = compose.wirePreview.value?.body;
    close();
    if (parsed.status === 'invalid' || body === undefined) return;
    const delivery = compose.delivery.value;
    const { endpoint, headers } = delivery;
    const target = frames.target.value;
    const global = target?.sdks[target.sdk]?.global ?? '$t';
    const { kind } = draft;
    const source = {
      kind,
      args: parsed.args,
      global,
      endpoint,
      headers: parseRequestHeaders(headers),
      hasEntityToken: canSendToken(delivery),
      body,
    };
    commands.copy(formatDraftAs(format, source), () =>
      i18n.t('compose.copyAs.copied', { kind: kind.toUpperCase(), format: labels()[format] }),
    );
  };
  const isInvalid = draft.parsed.value.status === 'invalid';
  return (
    <fieldset class="saved" aria-label={i18n.t('compose.copyAs.title')} {...container}>
      <button
        type="button"
        class="tool label"
        aria-expanded={isOpen.value}
        title={i18n.t('compose.copyAs.title')}
        aria-disabled={isInvalid}
        onClick={() => !isInvalid && toggle()}
      >
        <Icon name="copy" size={13} />
        <span class="word">{i18n.t('compose.copyAs.title')}</span>
        <Icon name="down" size={13} />
      </button>
      {isOpen.value && (
        <div class="overlay saved-list">
          {copyFormats.map((format) => (
            <button type="button" class="button text" key={format} onClick={() => copy(format)}>
              {labels()[format]}
            </button>
          ))}
        </div>
      )}
    </fieldset>
  );
}
