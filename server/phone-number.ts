// Reads the provider's `phone_info`: a phone number and the app that it was issued to.
import { z } from 'zod';

const PhoneInfo = z.object({
  purePhoneNumber: z.string().regex(/^\d{4,14}$/),
  // The provider sends both types. The check matters: a number without a country code would be read as a number of
  // another country.
  countryCode: z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().regex(/^\+?[1-9]\d{0,2}$/)),
  watermark: z.object({ appid: z.string() }),
});

const e164 = /^\+[1-9]\d{6,14}$/;

/** The number in E.164 and the app in its watermark; undefined if the data is malformed. */
export function readPhoneInfo(info: unknown): { readonly number: string; readonly appId: string } | undefined {
  const parsed = PhoneInfo.safeParse(info);
  if (!parsed.success) return undefined;
  const { purePhoneNumber, countryCode, watermark } = parsed.data;
  const number = `+${countryCode.replace(/^\+/, '')}${purePhoneNumber}`;
  return e164.test(number) ? { number, appId: watermark.appid } : undefined;
}
