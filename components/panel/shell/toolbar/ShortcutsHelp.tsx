import { Dialog } from '#components/kit/Dialog.tsx';
import { i18n } from '#i18n';
import { panelKeys } from './panel-shortcuts';
import './shortcuts-help.css';

/** The keys, in a dialog. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={i18n.t('keys.title')} safe={i18n.t('common.close')} onSafe={onClose}>
      <div class="keys-groups">
        {panelKeys.map(({ where, keys }) => (
          <section key={where}>
            <h3>{i18n.t(where)}</h3>
            <dl class="facts keys">
              {keys.map(([names, deed]) => (
                <>
                  <dt>
                    <kbd>{names}</kbd>
                  </dt>
                  <dd>{i18n.t(deed)}</dd>
                </>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
