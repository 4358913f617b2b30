import { inject } from 'vitest';
import { showMessages } from '#tests/drivers/show-messages';

showMessages('en', inject('englishMessages'));
