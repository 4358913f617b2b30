import { messageText } from '#components/i18n/message-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { i18n } from '#i18n';
import type { Composer, Draft } from './composer';

interface FixHintProps {
  readonly draft: Draft;
  readonly composer: Composer;
  readonly onShowJson: () => void;
}

/**
 * Replaces the form while the text is not a JSON object: shows what to fix, and offers the last readable draft.
 * Restoring it can be undone.
 */
export function FixHint({ draft, composer, onShowJson }: FixHintProps) {
  const reading = draft.reading.value;
  const actions = (
    <>
      <Button big appearance="primary" onClick={onShowJson}>
        {i18n.t('compose.fixInJson')}
      </Button>
      <Button big onClick={() => composer.setText(draft.lastReadable(), 'go back')}>
        {i18n.t('compose.restoreJson')}
      </Button>
    </>
  );
  return (
    <div class="form">
      <EmptyState
        icon="invalid"
        title={i18n.t('compose.notAForm')}
        actions={actions}
        fine={i18n.t('compose.restoreUndoable')}
      >
        {reading.status === 'unreadable' ? messageText(reading.problem.message) : i18n.t('compose.notAnObject')}
      </EmptyState>
    </div>
  );
}
