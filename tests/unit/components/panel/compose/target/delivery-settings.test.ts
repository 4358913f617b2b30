import { expect, it } from 'vitest';
import {
  canSendToken,
  defaultDeliverySettings,
  parseDeliverySettings,
  withEndpoint,
  withPostedEndpoint,
  withToken,
} from '#components/panel/compose/target/delivery-settings.ts';

const HTTPS = 'https://collector.example.org/v1/telemetry';
const allowedSettings = withToken({ ...defaultDeliverySettings, endpoint: HTTPS }, true);

it('the entity’s token is sent to the collector origin that the user allowed, and to no other', () => {
  expect(canSendToken(allowedSettings)).toBe(true);
  expect(canSendToken({ ...allowedSettings, endpoint: 'https://collector.example.org/content/data' })).toBe(true);
  expect(canSendToken({ ...allowedSettings, endpoint: 'https://collector.example.org.evil.test/' })).toBe(false);
  expect(canSendToken({ ...allowedSettings, endpoint: '' })).toBe(false);
  expect(canSendToken(withToken(allowedSettings, false))).toBe(false);
});

it('the permission to send the entity’s token is revoked as soon as the collector URL has another origin', () => {
  const otherOrigin = withEndpoint(allowedSettings, 'https://other.example.org/');
  expect(canSendToken(withEndpoint(otherOrigin, HTTPS))).toBe(false);
  expect(canSendToken(withEndpoint(allowedSettings, `${HTTPS}/other`))).toBe(true);
});

it.each([
  ['allowed by an earlier version for any host', { ...defaultDeliverySettings, endpoint: HTTPS, asEntity: true }],
  ['stored for another origin', { ...allowedSettings, tokenOrigin: 'https://other.example.org' }],
  ['damaged', { ...allowedSettings, tokenOrigin: 7 }],
])('the entity’s token is not sent to a collector if the settings were %s', (_what, stored) => {
  expect(canSendToken(parseDeliverySettings(stored))).toBe(false);
});

it('the permission to send the entity’s token to a collector is still valid in the next panel', () => {
  expect(canSendToken(parseDeliverySettings(JSON.parse(JSON.stringify(allowedSettings))))).toBe(true);
});

it('the URL that was posted to is the first suggestion, although the field was edited meanwhile', () => {
  const edited = { ...defaultDeliverySettings, endpoint: `${HTTPS}/x`, endpoints: ['http://other.test/', HTTPS] };
  expect(withPostedEndpoint(edited, HTTPS).endpoints).toEqual([HTTPS, 'http://other.test/']);
});
