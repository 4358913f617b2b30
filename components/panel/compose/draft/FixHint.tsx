import { messageText } from '#components/i18n/message-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { i18n } from '#i18n';
import type { Composer, Draft } from './composer';

interface FixHintProps {
  readonly draft: Draft;
  readonly composer: Composer;
  readonly onShowJson: () => void;
}

/** One line above the form while the text is not a JSON object: what to fix, and the way back, which can be undone. */
export function FixHint({ draft, composer, onShowJson }: FixHintProps) {
  const reading = draft.reading.value;
  const problem =
    reading.status === 'unreadable' ? messageText(reading.problem.message) : i18n.t('compose.notAnObject');
  return (
    <div class="fix-line" role="status">
      <Icon name="invalid" size={13} tone="bad" />
      <span class="clip bad" title={problem}>
        {problem}
      </span>
      <span class="grow" />
      <Button appearance="text" onClick={onShowJson}>
        {i18n.t('compose.fixInJson')}
      </Button>
      <Button
        appearance="text"
        title={i18n.t('compose.restoreUndoable')}
        onClick={() => composer.setText(draft.lastReadable(), 'go back')}
      >
        {i18n.t('compose.restoreJson')}
      </Button>
    </div>
  );
}
