import { cleanup, render, screen } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { RegistryView } from '#components/panel/registry/RegistryView.tsx';
import { createRegistryModel } from '#components/panel/registry/registry-model.ts';
import type { RegistryCall } from '#core/registry/registry-call';
import type { RegistryOutcome, RegistrySession } from '#extension/protocol/registry-protocol';

afterEach(cleanup);

const session: RegistrySession = {
  sessionId: 's1',
  userId: 'teacher-04',
  environmentName: 'Local registry',
  registryUrl: 'http://localhost:8091',
};

function open(status: number, body: string, as: RegistrySession | null = session) {
  const asked: RegistryCall[] = [];
  const settings: string[] = [];
  const copied: string[] = [];
  const value = { status, statusText: '', challenge: null, contentType: null, body, milliseconds: 9 };
  const issuers = { issuer: 'http://localhost:8080/x', expectedIssuer: 'http://keycloak:8080/x' };
  const ask = async (call: RegistryCall): Promise<RegistryOutcome> => {
    asked.push(call);
    return { ok: true, value: { ...value, ...issuers } };
  };
  const model = createRegistryModel({ ask, now: () => 0 });
  const onOpenSettings = () => void settings.push('opened');
  const onCopy = (text: string) => void copied.push(text);
  render(<RegistryView model={model} session={as} onOpenSettings={onOpenSettings} onCopy={onCopy} />);
  return { user: userEvent.setup(), asked, settings, copied };
}

describe('the registry view', () => {
  it('calls as the entity in use, and shows the answer', async () => {
    const { user, asked } = open(200, '[{"osid":"1-abc"}]');
    await user.type(screen.getByRole('textbox', { name: 'Entity' }), 'Teacher');
    await user.click(screen.getByRole('button', { name: 'Send GET' }));
    expect(asked).toEqual([
      { sessionId: 's1', registryUrl: 'http://localhost:8091', method: 'GET', path: '/api/v1/Teacher', body: null },
    ]);
    expect((await screen.findByRole('region', { name: 'Answer' })).textContent).toContain('1-abc');
  });

  it.each([
    ['short JSON values', `[${'1,'.repeat(1_000_000)}2]`],
    ['short lines', `${'ab\n'.repeat(1_000_000)}end`],
    ['one line', 'x'.repeat(4_000_000)],
    ['nested JSON', `${'['.repeat(5_000)}1${']'.repeat(5_000)}`],
  ])('shows a long answer of %s a part at a time, and copies it whole', async (_what, body) => {
    const { user, copied } = open(200, body);
    await user.type(screen.getByRole('textbox', { name: 'Entity' }), 'Teacher{Enter}');
    const answer = await screen.findByRole('region', { name: 'Answer' });
    const shown = () => answer.querySelector('pre')?.textContent ?? '';
    const more = await screen.findByRole('button', { name: /^Show more/ });
    const first = shown().length;
    await user.click(more);
    expect(shown().length).toBeGreaterThan(first);
    expect(shown().length).toBeLessThan(300_000);
    expect(answer.getElementsByTagName('*').length).toBeLessThan(6_000);
    await user.click(screen.getByRole('button', { name: 'Copy all' }));
    expect(copied).toEqual([body]);
  });

  it('shows the rest of an answer once all parts of it are asked for', async () => {
    const body = JSON.stringify(Array.from({ length: 700 }, (_, index) => ({ index })));
    const { user } = open(200, body);
    await user.type(screen.getByRole('textbox', { name: 'Entity' }), 'Teacher{Enter}');
    for (let clicks = 0; clicks < 2; clicks += 1)
      await user.click(await screen.findByRole('button', { name: /^Show more/ }));
    const parts = screen.getByRole('region', { name: 'Answer' }).querySelectorAll('pre > span');
    expect([...parts].map((part) => part.textContent).join('\n')).toBe(JSON.stringify(JSON.parse(body), null, 2));
    expect(screen.queryByRole('button', { name: /^Show more/ })).toBeNull();
  });

  it('explains a 401 with the issuer trap', async () => {
    const { user } = open(401, '');
    await user.type(screen.getByRole('textbox', { name: 'Entity' }), 'Teacher{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('takes those of http://keycloak:8080/x');
  });

  it('lets path, method and body be changed', async () => {
    const { user, asked } = open(200, '');
    await user.click(screen.getByRole('button', { name: 'Update' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Method' }), 'PATCH');
    const path = screen.getByRole('textbox', { name: 'Path' });
    await user.clear(path);
    await user.type(path, '/v2/x');
    await user.click(screen.getByRole('button', { name: 'Send PATCH' }));
    expect(asked).toEqual([
      { sessionId: 's1', registryUrl: 'http://localhost:8091', method: 'PATCH', path: '/v2/x', body: '{}' },
    ]);
  });

  it('says what is missing where nobody is logged in, or the registry is not known', async () => {
    open(200, '', null);
    expect(screen.queryByText(/Log in with the extension’s button/)).not.toBeNull();
    cleanup();
    const { user, settings } = open(200, '', { ...session, registryUrl: '' });
    await user.click(screen.getByRole('button', { name: 'Open the settings' }));
    expect(settings).toEqual(['opened']);
  });
});
