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

it('the token at a collector is sent to the origin that it was allowed for, and to no other', () => {
  expect(canSendToken(allowed)).toBe(true);
  expect(canSendToken({ ...allowed, endpoint: 'https://collector.example.org/content/data' })).toBe(true);
  expect(canSendToken({ ...allowed, endpoint: 'https://collector.example.org.evil.test/' })).toBe(false);
  expect(canSendToken({ ...allowed, endpoint: '' })).toBe(false);
  expect(canSendToken(withToken(allowed, false))).toBe(false);
});

it('the token at a collector is forgotten as soon as the URL names another origin', () => {
  const elsewhere = withEndpoint(allowed, 'https://other.example.org/');
  expect(canSendToken(withEndpoint(elsewhere, HTTPS))).toBe(false);
  expect(canSendToken(withEndpoint(allowed, `${HTTPS}/other`))).toBe(true);
});

it.each([
  ['allowed by an earlier version for any host', { ...defaultDeliverySettings, endpoint: HTTPS, asEntity: true }],
  ['stored for another origin', { ...allowed, tokenOrigin: 'https://other.example.org' }],
  ['damaged', { ...allowed, tokenOrigin: 7 }],
])('the token at a collector is not sent where the settings were %s', (_what, stored) => {
  expect(canSendToken(parseDeliverySettings(stored))).toBe(false);
});

it('the token at a collector is still sent by the next panel', () => {
  expect(canSendToken(parseDeliverySettings(JSON.parse(JSON.stringify(allowed))))).toBe(true);
});
