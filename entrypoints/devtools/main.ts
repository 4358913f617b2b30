import { i18n } from '#i18n';
import { createPanel } from '../../lib/browser/tab-in-devtools';

void createPanel(i18n.t('manifest.shortName'), 'icon/32.png', 'panel.html');
