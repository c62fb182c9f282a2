import { Link } from "@tanstack/react-router";
import { t } from "../../lib/messages/t.ts";
import { buttonClass } from "../../ui/button.tsx";

/** The way to its page. */
export const DriveSetting = () => (
  <Link to="/app/drive" className={buttonClass()}>
    {t("Open Google Drive")}
  </Link>
);
