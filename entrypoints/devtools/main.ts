import { createPanel } from '#extension/browser/panel/tab-in-devtools';

void createPanel('icon/32.png', 'panel.html');
