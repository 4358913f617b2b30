import type { RefObject } from 'preact';
import { formatNumber } from '#components/i18n/count-text.ts';
import { ToolButton } from '#components/kit/Button.tsx';
import { useRovingTabs } from '#components/kit/use-roving.ts';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { composeStore, type EditorTab } from '../compose-state';
import { composerStore } from '../draft/composer';
import { ResponsePane } from '../firing/ResponsePane';
import { WirePreviewPane } from '../target/WirePreviewPane';
import type { CodeEditor } from './code-editor';
import { DraftEditor } from './DraftEditor';

interface EditorPaneProps {
  readonly onFire: () => void;
  readonly handle: RefObject<CodeEditor | null>;
}

const tabs: readonly EditorTab[] = ['arguments', 'request-body', 'responses'];

/** The pane beside the form: draft as JSON, event on the wire, response of the collector. */
export function EditorPane({ onFire, handle }: EditorPaneProps) {
  const { commands } = useApp();
  const composer = useStore(composerStore);
  const compose = useStore(composeStore);
  const { tab, posting } = compose;
  const choose = (next: EditorTab) => {
    tab.value = next;
  };
  const results = posting.results.value.length;
  const labels = {
    arguments: i18n.t('collector.arguments'),
    'request-body': i18n.t('collector.requestBody'),
    responses:
      results > 1 ? i18n.t('collector.responsesCount', { n: formatNumber(results) }) : i18n.t('collector.response'),
  };
  const onKeyDown = useRovingTabs(tabs, tab.value, choose);
  const copy = () => {
    const { kind, text } = composer.draft.value;
    const body = compose.wirePreview.value?.body;
    if (tab.value === 'request-body' && body) commands.copy(body, () => i18n.t('collector.copyTarget.body'));
    else commands.copy(text.value, () => i18n.t('compose.copyTarget', { kind: kind.toUpperCase() }));
  };
  return (
    <section class="editor" aria-label="JSON">
      <header>
        <div class="segments plain" role="tablist" aria-label="JSON" onKeyDown={onKeyDown}>
          {tabs.map((each) => (
            <button
              type="button"
              role="tab"
              key={each}
              aria-selected={each === tab.value}
              tabIndex={each === tab.value ? 0 : -1}
              onClick={() => choose(each)}
            >
              {labels[each]}
            </button>
          ))}
        </div>
        <span class="grow" />
        {tab.value !== 'responses' && (
          <ToolButton
            icon="copy"
            name={i18n.t(tab.value === 'request-body' ? 'collector.copyBody' : 'compose.copyDraft')}
            small
            onClick={copy}
          />
        )}
      </header>
      {tab.value === 'arguments' && <DraftEditor composer={composer} onFire={onFire} handle={handle} />}
      {tab.value === 'request-body' && <WirePreviewPane compose={compose} />}
      {tab.value === 'responses' && <ResponsePane posting={posting} onCopy={commands.copy} />}
    </section>
  );
}
