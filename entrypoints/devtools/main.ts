import { createPanel } from '#extension/browser/panel/tab-in-devtools';
import { i18n } from '#i18n';

void createPanel(i18n.t('manifest.shortName'), 'icon/32.png', 'panel.html');
