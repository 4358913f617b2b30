import type { Draft } from '../../../lib/panel/composer';
import { countOf } from '../../../lib/panel/figures';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { State } from '../../ui/State';
import type { PanelPart } from '../Panel';
import { NoTarget } from './NoTarget';
import { TargetFrame } from './TargetFrame';

interface FireBarProps extends PanelPart {
  readonly draft: Draft;
  readonly onFire: () => void;
}

/** Where it goes, what stands against it, and the button. Findings never disable it: it asks. */
export function FireBar({ draft, model, commands, onFire }: FireBarProps) {
  const target = model.frames.target.value;
  if (!target) {
    return (
      <section class="firebar" aria-label="Fire">
        <NoTarget model={model} commands={commands} />
      </section>
    );
  }
  const unreadable = draft.reading.value.status === 'unreadable';
  const busy = model.firing.busy.value;
  return (
    <section class="firebar" aria-label="Fire">
      <TargetFrame frames={model.frames} target={target} />
      <span class="grow" />
      <Warning errors={draft.errors.value} unreadable={unreadable} />
      <Button onClick={commands.fireSamples} disabled={busy} title="Fires one valid sample of each kind, in order">
        Fire all 17 samples
      </Button>
      <button
        type="button"
        class="button primary"
        aria-keyshortcuts="Control+Enter"
        disabled={busy || unreadable}
        onClick={onFire}
      >
        <Icon name="bolt" size={13} />
        Fire
        <span class="keys-hint" aria-hidden="true">
          Ctrl ↵
        </span>
      </button>
    </section>
  );
}

function Warning({ errors, unreadable }: { readonly errors: number; readonly unreadable: boolean }) {
  if (unreadable) {
    return (
      <State icon="invalid" tone="bad">
        Not readable: nothing to fire
      </State>
    );
  }
  if (errors === 0) return null;
  return (
    <State icon="invalid" tone="bad">
      {countOf(errors, 'error')}: Fire asks first
    </State>
  );
}
