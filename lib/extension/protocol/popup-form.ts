import { environmentDraftSchema } from '#core/identity/environment-draft';
import * as z from '#core/util/zod';

/** The stored input of a popup form, without a password. */
export const popupFormSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('log-in'), environmentId: z.string(), userId: z.string() }),
  z.object({
    type: z.literal('environment'),
    /** `null` for a new environment. */
    environmentId: z.nullable(z.string()),
    draft: environmentDraftSchema,
  }),
]);
export type PopupForm = Readonly<z.infer<typeof popupFormSchema>>;

/** Empties URLs that contain a password, such as `https://user:password@host`. */
export function withoutPasswords(form: PopupForm): PopupForm {
  if (form.type === 'log-in') return form;
  const { draft } = form;
  return {
    ...form,
    draft: {
      ...draft,
      authUrl: emptyIfMayHaveUserinfo(draft.authUrl),
      registryUrl: emptyIfMayHaveUserinfo(draft.registryUrl),
      issuer: emptyIfMayHaveUserinfo(draft.issuer),
    },
  };
}

function emptyIfMayHaveUserinfo(url: string): string {
  return url.includes('@') ? '' : url;
}
