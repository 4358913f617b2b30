import { expect, it } from 'vitest';
import { LOCAL_REGISTRY } from '#core/identity/environment';
import { withoutPasswords } from '#extension/protocol/popup-form';

it.each(['https://user:secret@auth.example.org', 'user:secret@auth.example.org', 'https://secret@'])(
  'a URL with a password is not stored: %s',
  (url) => {
    const draft = { ...LOCAL_REGISTRY, name: 'Staging', authUrl: url, registryUrl: url, issuer: url };
    const form = withoutPasswords({ type: 'environment', environmentId: null, draft });
    expect(JSON.stringify(form)).not.toContain('secret');
    expect(form).toMatchObject({ draft: { name: 'Staging', realm: LOCAL_REGISTRY.realm } });
  },
);
