import { roles, type Role } from '#shared/accounts.ts';
import { staffTexts } from '#shared/locale/editors/staff-texts.ts';

/** Chooses what an account may do. */
export function RoleField({ role }: { role: Role }) {
  return (
    <div className="edit-field">
      <label htmlFor="role">{staffTexts.role}</label>
      <select id="role" name="role" defaultValue={role} aria-describedby="role-rule" className="field">
        {roles.map((one) => (
          <option key={one} value={one}>
            {staffTexts.roles[one]}
          </option>
        ))}
      </select>
      <p id="role-rule" className="field-rule">
        {staffTexts.roleRule}
      </p>
    </div>
  );
}
