import type * as z from 'zod';
import type { ValueSchema } from '../front-matter/front-matter.ts';
import { uid } from './field-schemas.ts';

type Values = Readonly<Record<string, unknown>>;

/** Every file may say its key, which is of no row: the history of an entry and its draft are without it. */
export function withUid(schema: z.ZodType): ValueSchema<{ fields: Values; key: string | undefined }> {
  return {
    safeParse(typed) {
      const isMap = typeof typed === 'object' && typed !== null && !Array.isArray(typed);
      const { uid: typedUid, ...rest }: Record<string, unknown> = isMap ? { ...typed } : {};
      const key = uid.optional().safeParse(typedUid);
      const fields = schema.safeParse(isMap ? rest : typed);
      if (key.success && fields.success)
        // A strict object is all that the schema gives.
        return { success: true, data: { fields: fields.data as Values, key: key.data } };
      const wrongKey = key.error?.issues.map((issue) => ({ ...issue, path: ['uid'] })) ?? [];
      return { success: false, error: { issues: [...(fields.error?.issues ?? []), ...wrongKey] } };
    },
  };
}
