import { inject } from 'vitest';
import { setUiMessages } from '#tests/drivers/set-ui-messages';

setUiMessages('en', inject('englishMessages'));
