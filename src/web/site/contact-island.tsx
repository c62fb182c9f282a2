import { hydrateRoot } from "react-dom/client";
import { ContactForm } from "./contact-form.tsx";

hydrateRoot(document.getElementById("contact-form")!, <ContactForm />);
