import { type PopupForm, popupFormSchema, withoutPasswords } from '#extension/protocol/popup-form';
import { sessionStorage } from './storage';

const KEY = 'popupForm';

/** What is typed in the popup, in memory storage: browsers close a popup with all that is in it. */
export const popupForms = {
  async read(): Promise<PopupForm | null> {
    const parsed = popupFormSchema.safeParse(await sessionStorage.get(KEY));
    return parsed.success ? parsed.data : null;
  },
  /** `null` forgets it. */
  write: (form: PopupForm | null): Promise<void> => sessionStorage.set(KEY, form && withoutPasswords(form)),
};
