import { hydrateRoot } from "react-dom/client";
import { ReferralCard } from "./referral-card.tsx";

hydrateRoot(document.getElementById("referral-card")!, <ReferralCard />);
