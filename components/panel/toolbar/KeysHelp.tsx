import { Dialog } from '../../ui/Dialog';
import { panelKeys } from '../use-panel-keys';

/** The keys, in a dialog. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" safe="Close" onSafe={onClose}>
      <dl class="facts keys">
        {panelKeys.map(([keys, deed]) => (
          <>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{deed}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  );
}
