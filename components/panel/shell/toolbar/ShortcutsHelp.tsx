import { Button } from '#components/kit/Button.tsx';
import { Dialog } from '#components/kit/Dialog.tsx';
import { type KeyGroup, keyCommands, keyGroups } from '#components/panel/app/registries.ts';
import { useStore, useStores } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { dialogFeatures } from '../dialog-features';
import { helpCommands } from '../help-commands';
import './shortcuts-help.css';

/** The key help: the groups that features registered. */
export function ShortcutsHelp({ onClose }: { readonly onClose: () => void }) {
  const stores = useStores();
  useStore(dialogFeatures);
  const commands = useStore(keyCommands).parts;
  const everywhere: KeyGroup = {
    title: i18n.t('keys.everywhere'),
    keys: [['Tab, Shift Tab', i18n.t('keys.nextPart')], ...commands.map(({ keys, label }) => [keys, label()] as const)],
  };
  const groups = useStore(keyGroups).parts.map((group) => group());
  return (
    <Dialog title={i18n.t('toolbar.shortcuts')} cancelLabel={i18n.t('common.close')} onCancel={onClose}>
      <nav class="help-pages" aria-label={i18n.t('commandMenu.help')}>
        {helpCommands(stores)().map(({ id, label, run }) => (
          <Button
            key={id}
            appearance="text"
            onClick={() => {
              onClose();
              run();
            }}
          >
            {label}
          </Button>
        ))}
      </nav>
      <div class="keys-groups">
        {[everywhere, ...groups].map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl class="facts keys">
              {keys.map(([names, text]) => (
                <>
                  <dt>
                    <kbd>{names}</kbd>
                  </dt>
                  <dd>{text}</dd>
                </>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
