import type { Draft } from '../../../lib/panel/composer';
import { countText } from '../../../lib/panel/figures';
import { findingPlace, shortMessage } from '../../../lib/panel/finding-words';
import { frameLabel } from '../../../lib/panel/frames';
import type { PanelModel } from '../../../lib/panel/panel-model';
import { Dialog } from '../../ui/Dialog';

interface FireDialogProps {
  readonly draft: Draft;
  readonly model: PanelModel;
  readonly onFire: () => void;
  readonly onCancel: () => void;
}

/** More would push the buttons out of sight; all of them stand in the findings. */
const MOST = 4;

/** Asks before an event is fired that is wrong by the definition. */
export function FireDialog({ draft, model, onFire, onCancel }: FireDialogProps) {
  const target = model.frames.target.value;
  const name = draft.kind.toUpperCase();
  return (
    <Dialog
      title="Fire an invalid event?"
      deed={{ label: `Fire invalid ${name}`, onChoose: onFire }}
      safe="Go back"
      onSafe={onCancel}
    >
      <p>It goes through the page’s SDK like any other event, and on to the page’s collector.</p>
      <dl class="facts">
        <dt>Event</dt>
        <dd>
          <code>{name}</code>
        </dd>
        <dt>Wrong</dt>
        <dd>
          <Errors draft={draft} />
        </dd>
        <dt>Frame</dt>
        <dd>{target ? frameLabel(target) : 'none'}</dd>
        <dt>Site</dt>
        <dd>{model.watching.value.host}</dd>
      </dl>
    </Dialog>
  );
}

function Errors({ draft }: { readonly draft: Draft }) {
  const reading = draft.reading.value;
  if (reading.status === 'unreadable') return null;
  const errors = reading.findings.filter((finding) => finding.severity === 'error');
  return (
    <ul>
      {errors.slice(0, MOST).map((finding, index) => (
        <li key={String(index)}>
          <code class="bad">{findingPlace(finding)}</code> {shortMessage(finding)}
        </li>
      ))}
      {errors.length > MOST && <li class="muted">and {countText(errors.length - MOST)} more</li>}
    </ul>
  );
}
