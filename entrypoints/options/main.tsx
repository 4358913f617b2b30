import { render } from 'preact';
import { i18n } from '#i18n';
import { OptionsScreen } from '../../components/options/OptionsScreen';
import '../../components/ui/look.css';
import '../../components/popup/popup.css';
import '../../components/options/options.css';
import { askIdentity } from '../../lib/browser/background-requests';
import { download } from '../../lib/browser/download';
import { listenForIdentityChange } from '../../lib/browser/identity-state';
import { requestHostAccess } from '../../lib/browser/permissions';
import { createOptionsModel } from '../../lib/options/options-model';
import { namePage } from '../../lib/words/page-language';

const model = createOptionsModel({
  ask: askIdentity,
  requestPermission: requestHostAccess,
  newId: () => crypto.randomUUID(),
  later: (delay, work) => {
    const timer = setTimeout(work, delay);
    return () => clearTimeout(timer);
  },
  download,
});

listenForIdentityChange(() => void model.load());
void model.load();

namePage(document, i18n.t('page.options'));
const root = document.getElementById('root');
if (root !== null) render(<OptionsScreen model={model} />, root);
