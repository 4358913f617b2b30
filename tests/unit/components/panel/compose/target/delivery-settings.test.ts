import { expect, it } from 'vitest';
import {
  canSendToken,
  defaultDeliverySettings,
  parseDeliverySettings,
  withEndpoint,
  withToken,
} from '#components/panel/compose/target/delivery-settings.ts';

const HTTPS = 'https://collector.example.org/v1/telemetry';
const allowed = withToken({ ...defaultDeliverySettings, endpoint: HTTPS }, true);

it('the entity’s token is sent to the collector origin that the user allowed, and to no other', () => {
  expect(canSendToken(allowed)).toBe(true);
  expect(canSendToken({ ...allowed, endpoint: 'https://collector.example.org/content/data' })).toBe(true);
  expect(canSendToken({ ...allowed, endpoint: 'https://collector.example.org.evil.test/' })).toBe(false);
  expect(canSendToken({ ...allowed, endpoint: '' })).toBe(false);
  expect(canSendToken(withToken(allowed, false))).toBe(false);
});

it('the permission to send the entity’s token is revoked as soon as the collector URL has another origin', () => {
  const elsewhere = withEndpoint(allowed, 'https://other.example.org/');
  expect(canSendToken(withEndpoint(elsewhere, HTTPS))).toBe(false);
  expect(canSendToken(withEndpoint(allowed, `${HTTPS}/other`))).toBe(true);
});

it.each([
  ['allowed by an earlier version for any host', { ...defaultDeliverySettings, endpoint: HTTPS, asEntity: true }],
  ['stored for another origin', { ...allowed, tokenOrigin: 'https://other.example.org' }],
  ['damaged', { ...allowed, tokenOrigin: 7 }],
])('the entity’s token is not sent to a collector if the settings were %s', (_what, stored) => {
  expect(canSendToken(parseDeliverySettings(stored))).toBe(false);
});

it('the permission to send the entity’s token to a collector is still valid in the next panel', () => {
  expect(canSendToken(parseDeliverySettings(JSON.parse(JSON.stringify(allowed))))).toBe(true);
});
